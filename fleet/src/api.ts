/** The fleet's own HTTP API: what the glass of a tag shows, and faults to put upon it. */
import { encodePng } from '@endcap/label/bitmap'
import Fastify, { type FastifyInstance } from 'fastify'
import { fault } from './faults.ts'
import type { Fleet } from './fleet.ts'
import { printerRoutes } from './printer/printer-api.ts'
import type { Printers } from './printer/printers.ts'
import type { Device } from './trial/devices.ts'
import { catchUp, glassOf, type Tag } from './tag.ts'

/** A tag as it is now: lights go out and pages turn back by themselves. */
const describe = (tag: Tag) => {
  catchUp(tag, Date.now())
  return {
    tagMac: tag.tagMac,
    tagType: tag.tagType,
    storeCode: tag.storeCode,
    battery: tag.battery,
    page: tag.page,
    pages: tag.glass.size,
    light: tag.light === undefined ? null : { ...tag.light, colour: lightColours[tag.light.state] ?? 'white', blinks: tag.light.speed > 0 },
    checks: tag.checks,
    shown: tag.shown,
    updates: tag.updates,
    transmissions: Object.fromEntries(tag.transmissions),
  }
}

const lightColours = ['green', 'red', 'blue', 'yellow', 'cyan', 'magenta', 'white']

/** Labels on the wall page. */
const wallSize = 120

interface Beside {
  printers?: Printers | undefined
  devices?: readonly Device[] | undefined
}

export function fleetApi(fleet: Fleet, { printers, devices = [] }: Beside = {}): FastifyInstance {
  const app = Fastify()
  if (printers !== undefined) printerRoutes(app, printers)
  app.get<{ Querystring: { store?: string } }>('/tags', async ({ query }) =>
    [...fleet.tags()].filter((tag) => query.store === undefined || tag.storeCode === query.store).map(describe),
  )
  app.get<{ Params: { tagMac: string } }>('/tags/:tagMac', async ({ params }, reply) => {
    const tag = fleet.tag(params.tagMac.toUpperCase())
    return tag === undefined ? reply.code(404).send({ message: 'There is no such tag in the fleet.' }) : describe(tag)
  })
  app.get<{ Params: { tagMac: string }; Querystring: { page?: string } }>('/tags/:tagMac/glass', async ({ params, query }, reply) => {
    const tag = fleet.tag(params.tagMac.toUpperCase())
    if (tag !== undefined) catchUp(tag, Date.now())
    // The page that stands on the glass, unless another is asked for.
    const glass = tag === undefined ? undefined : glassOf(tag, Number(query.page ?? tag.page))
    if (glass === undefined) return reply.code(404).send({ message: 'There is no such tag or page in the fleet.' })
    return reply.type('image/png').header('cache-control', 'no-store').send(encodePng(glass))
  })
  app.get('/devices', async () =>
    devices.map(({ tagMac, storeCode, kind, glass }) => ({ tagMac, storeCode, kind, shows: glass() !== undefined })),
  )
  app.get<{ Params: { tagMac: string } }>('/devices/:tagMac/glass', async ({ params }, reply) => {
    const glass = devices.find(({ tagMac }) => tagMac === params.tagMac.toUpperCase())?.glass()
    if (glass === undefined) return reply.code(404).send({ message: 'There is no such device in the fleet, or no picture on it.' })
    return reply.type('image/png').header('cache-control', 'no-store').send(encodePng(glass))
  })
  app.get<{ Querystring: { store?: string } }>('/sensors', async ({ query }) =>
    fleet.sensors().filter((sensor) => query.store === undefined || sensor.storeCode === query.store),
  )
  app.get('/gateways', async () =>
    fleet.gateways().map((gateway) => ({
      storeCode: gateway.setup.storeCode,
      gwMac: gateway.setup.gwMac,
      online: gateway.isOnline(),
      pending: gateway.pending(),
      settings: gateway.settings(),
      versions: gateway.versions(),
    })),
  )
  app.get('/faults', async () => fleet.faults.list())
  app.post('/faults', async ({ body }, reply) => {
    const checked = fault.safeParse(body)
    if (!checked.success)
      return reply.code(400).send({ message: checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ') })
    fleet.faults.add(checked.data)
    return fleet.faults.list()
  })
  app.delete('/faults', async () => {
    fleet.faults.clear()
    return []
  })
  app.post<{ Params: { gwMac: string } }>('/gateways/:gwMac/restart', async ({ params }) => {
    fleet.restart(params.gwMac.toUpperCase())
    return { restarted: params.gwMac }
  })
  app.get('/', async (_, reply) => reply.type('text/html; charset=utf-8').send(wall(fleet, devices)))
  return app
}

/** The shelves at a glance; refreshes itself. */
function wall(fleet: Fleet, devices: readonly Device[]): string {
  const stores = Map.groupBy(
    [...fleet.tags()].filter((tag) => tag.glass.size > 0),
    (tag) => tag.storeCode,
  )
  const sections = [...stores].map(([storeCode, tags]) => {
    const labels = tags
      .slice(0, wallSize)
      .map(
        (tag) =>
          `<figure${tag.light === undefined ? '' : ` style="box-shadow:0 0 0 4px ${lightColours[tag.light.state] ?? 'white'}"`}><img loading="lazy" alt="Label ${tag.tagMac}" src="/tags/${tag.tagMac}/glass?u=${tag.updates}.${tag.page}"><figcaption>${tag.tagMac}</figcaption></figure>`,
      )
    return `<h2>${storeCode}</h2><div>${labels.join('')}</div>`
  })
  const shown = devices.filter((device) => device.glass() !== undefined)
  for (const [kind, those] of Map.groupBy(shown, (device) => `${device.storeCode} · ${device.kind}`)) {
    const glasses = those.map(
      ({ tagMac }) =>
        `<figure><img alt="Label ${tagMac}" src="/devices/${tagMac}/glass?u=${Date.now()}"><figcaption>${tagMac}</figcaption></figure>`,
    )
    sections.push(`<h2>${kind}</h2><div>${glasses.join('')}</div>`)
  }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="10"><title>Virtual shelves</title>
<style>body{font:13px system-ui,sans-serif;background:#e9e8e2;color:#1a1a18;margin:24px}div{display:flex;flex-wrap:wrap;gap:14px;align-items:flex-start}figure{margin:0;background:#fff;padding:7px;border-radius:6px;box-shadow:0 1px 3px #0003}
img{display:block;max-width:300px}figcaption{font:10px ui-monospace,monospace;color:#6a6a63;padding-top:5px}</style><h1>Virtual shelves</h1><p><a href="/printers">Printers</a></p>${sections.join('')}</html>`
}
