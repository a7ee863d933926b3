import { player as endpoints } from '@endcap/contract/player'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { unauthorized } from '../../platform/base/errors.ts'
import { noteNamed, readContent } from './content.ts'
import { drawPlace } from './draw-objects.ts'
import { createSemaphore } from '../../platform/base/semaphore.ts'
import { takeEvents } from './events.ts'
import { renewRev } from './manifest.ts'
import { checkPin } from './check-menu-pin.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'
import { register, takeHeartbeat } from './player.service.ts'
import { takeScreenshot } from './screenshots.ts'

/** The binding has checked it; this tells the compiler. */
function present(device: CallingDisplay | undefined): CallingDisplay {
  if (device === undefined) throw unauthorized('A display must present its token.')
  return device
}

/** Displays together take so many connections to the database: people and labels need the others. */
const heartbeats = createSemaphore(3)

export function playerRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    register: ({ body, ip }) => register(context, body, ip),
    manifest: async ({ device, query }) => {
      const { mac } = present(device)
      const { rev, manifest } = await heartbeats.run(() => renewRev(context, mac))
      noteNamed(context, mac, manifest)
      return { rev, manifest: rev === query.rev ? null : (manifest ?? null) }
    },
    heartbeat: ({ device, body, ip }) => heartbeats.run(() => takeHeartbeat(context, present(device), { body, ip })),
    menu: ({ device, body }) => checkPin(context, present(device), body.pin),
    events: ({ device, body }) => takeEvents(context, present(device), body).then(() => done),
    screenshot: ({ device, file, body }) => takeScreenshot(context, present(device), file, body).then(() => done),
    content: ({ device, params }) => readContent(context, present(device), params.hash),
    card: async ({ device, params: { slot, cardSize: size }, query: { look } }) => ({
      ...(await drawPlace(context, present(device), { slot: Number(slot), size, look })),
      immutable: true,
    }),
  })
}
