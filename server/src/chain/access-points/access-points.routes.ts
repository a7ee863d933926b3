import { accessPoints, bridges } from '@endcap/contract/access-points'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { CallingBridge } from '../../platform/http/callers.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { unauthorized } from '../../platform/base/errors.ts'
import { searchAccessPoints } from './access-points.queries.ts'
import { changeAccessPoint, createAccessPoint, findInNetwork, probeAddress, readAccessPoint } from './access-points.service.ts'
import { searchBridges } from './bridges.queries.ts'
import { createBridge, giveWork, removeBridge, renewToken, takeAnswer } from './bridges.service.ts'

/** The binding lets no other caller in. */
function calling(bridge: CallingBridge | undefined): CallingBridge {
  if (bridge === undefined) throw unauthorized()
  return bridge
}

export function accessPointRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, accessPoints, {
    search: ({ session, body }) => searchAccessPoints(db, session.stores, body),
    detail: ({ session, params }) => readAccessPoint(context, session, params.gwMac),
    create: ({ session, body }) => createAccessPoint(context, session, body),
    update: async ({ session, params, body }) => {
      await changeAccessPoint(context, session, params.gwMac, body)
      return done
    },
    probe: ({ session, body }) => probeAddress(context, session, body),
    find: ({ session, body }) => findInNetwork(context, session, body.bridgeId),
  })
  bind(app, bridges, {
    search: ({ session, body }) => searchBridges(db, session.stores, body),
    create: ({ session, body }) => createBridge(context, session, body),
    renew: ({ session, params }) => renewToken(context, session, params.bridgeId),
    remove: async ({ session, params }) => {
      await removeBridge(context, session, params.bridgeId)
      return done
    },
    sync: ({ bridge, body, ip, left }) => giveWork(context, calling(bridge), body, { ip, left }),
    answer: async ({ bridge, body: { requestId, ...found } }) => {
      await takeAnswer(context, calling(bridge), requestId, found)
      return done
    },
  })
}
