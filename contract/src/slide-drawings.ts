/** What the server draws of slides for their editors. */
import * as z from 'zod'
import { plusMac } from './display-address.ts'
import { drawnObject } from './drawn.ts'
import { endpoint, file } from './endpoint.ts'
import { cardLookQuery, wholeObject } from './slides.ts'

export const slideDrawings = {
  card: file('/plus/store/:storeCode/device/:plusMac/card/:slot/:cardSize', {
    access: 'plus.read',
    store: 'params.storeCode',
    query: cardLookQuery,
    summary: 'The product in one of its places as the display shows it: as PNG, as SVG in a `look` of screens; 404 where there is none.',
  }),
  drawObject: endpoint('POST', '/plus/store/:storeCode/slide/object/drawing', {
    access: 'plus.read',
    store: 'params.storeCode',
    writes: false,
    summary: 'A text, shape or code as SVG, with the products of a display; without one with the first product of the store.',
    body: z.object({ object: wholeObject, mac: plusMac.optional() }),
    response: drawnObject,
  }),
}
