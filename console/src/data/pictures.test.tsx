/** Pictures of a list: one call for all rows, none for what stands on no glass, and none again for a glass that has not changed. */
import { maxPictures } from '@endcap/contract/tag-list'
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { usePicture } from './pictures.ts'

const noLabels = { error: 0, inProgress: 0, good: 0, glass: null }
const on = (glass: string) => ({ ...noLabels, good: 1, glass })

function Row({ prCode, labels }: Parameters<typeof usePicture>[1]) {
  return <img alt={prCode} src={usePicture('S1', { prCode, labels })} />
}
/** Draws these rows; answers the codes of each call. */
async function draw(rows: (Parameters<typeof usePicture>[1] & { id?: string })[], missing?: string) {
  const asked: string[][] = []
  const pictures = ({ body: { prCodeList } }: { body: { prCodeList: string[] } }) => {
    asked.push(prCodeList)
    const drawn = prCodeList.filter((prCode) => prCode !== missing)
    return Promise.resolve({ pictures: drawn.map((prCode) => ({ prCode, encodedImage: `png-of-${prCode}` })) })
  }
  await drawDialog(
    rows.map(({ id, ...row }) => <Row key={id ?? row.prCode} {...row} />),
    { path: '/', services: { api: { tagList: { pictures } } } },
  )
  return { asked, sources: () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src')) }
}

test('rows that are drawn together ask once, and each gets its own; what stands on no glass is not asked for', async () => {
  const rows = [
    { prCode: 'milk', labels: on('1') },
    { prCode: 'tea', labels: noLabels },
    { prCode: 'miso', labels: on('2') },
    { prCode: 'gone', labels: on('3') },
  ]
  const { asked, sources } = await draw(rows, 'gone')
  await eventually(() => expect(sources()).toEqual(['data:image/png;base64,png-of-milk', null, 'data:image/png;base64,png-of-miso', null]))
  expect(asked).toEqual([['milk', 'miso', 'gone']])
})

test('the same glass is not asked for again, also by another row; no call is larger than it may be', async () => {
  const codes = Array.from({ length: maxPictures + 1 }, (_, index) => `p${index}`)
  const { asked, sources } = await draw([
    ...codes.map((prCode) => ({ prCode, labels: on('1') })),
    { id: 'another', prCode: 'p0', labels: on('1') },
  ])
  await eventually(() => expect(sources().filter((source) => source !== null)).toHaveLength(codes.length + 1))
  expect(asked.map((call) => call.length)).toEqual([maxPictures, 1])
})
