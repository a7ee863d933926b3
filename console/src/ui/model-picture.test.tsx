/** Pictures of label models, drawn from the catalogue. */
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { ModelPicture } from './ModelPicture.tsx'

const picture = (tagType: string) => document.querySelector<SVGElement>(`[data-model="${tagType}"]`)
const inks = (tagType: string) => picture(tagType)?.querySelectorAll('[data-ink]').length

test('pictures have the shape of the panel and its inks; an unknown model has none', async () => {
  const types = ['B5', 'trmnl-og', 'oepl-33', 'px-480x800-bwry', 'od-e1002', 'trmnl-x', 'some-other', 'ZZ']
  await drawDialog(
    types.map((tagType) => <ModelPicture key={tagType} tagType={tagType} />),
    { path: '/', services: {} },
  )
  await eventually(() => expect(picture('B5')).not.toBeNull())
  expect(types.filter((type) => picture(type) === null)).toEqual(['some-other', 'ZZ'])
  const shape = (type: string) => Number(picture(type)?.getAttribute('width')) > Number(picture(type)?.getAttribute('height'))
  expect([shape('trmnl-og'), shape('px-480x800-bwry')]).toEqual([true, false])
  expect(['trmnl-og', 'px-480x800-bwry', 'od-e1002', 'trmnl-x'].map(inks)).toEqual([2, 4, 6, 8])
})
