import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalogueFile, familyNames, fileOf, modelsOf, pathOf } from './models.ts'

describe.each(familyNames)('the catalogue of %s', (family) => {
  const file = readFileSync(pathOf(family), 'utf8')
  test('is what the tool makes of its table', () => {
    expect(file).toBe(fileOf(modelsOf(family)))
  })
  test('holds models as the schema has them, each once', () => {
    const models = catalogueFile.parse(JSON.parse(file))
    expect(new Set(models.map(({ tagType }) => tagType)).size).toBe(models.length)
  })
})
