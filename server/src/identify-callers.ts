/** Finds out who calls, before anything else: an account by its access token (in a header, or in the console's cookie), or a gateway by its secret. */
import { tokenPrefix } from '@endcap/contract/tokens'
import type { FastifyInstance } from 'fastify'
import { bridgeOf } from './chain/access-points/bridges.service.ts'
import type { Context } from './platform/context.ts'
import { createGatewayAuthenticator } from './chain/gateways/gateways.service.ts'
import { deviceOf } from './signage/display-api/player.service.ts'
import { bearerOf } from './platform/http/bearer.ts'
import { cookieOf } from './platform/http/cookies.ts'
import { openSession } from './people/session/session.service.ts'
import { openToken } from './people/tokens/tokens.service.ts'

/** Identity comes from the token alone; an Access-Email that does not match makes the token void. */
export function identifyCallers(app: FastifyInstance, context: Context): void {
  const authenticate = createGatewayAuthenticator(context)
  app.decorateRequest('session', undefined)
  app.decorateRequest('gateway', undefined)
  app.decorateRequest('device', undefined)
  app.decorateRequest('bridge', undefined)
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.endpoint?.access
    if (access === undefined || access === 'public') return
    if (access === 'gateway') {
      const given = basic(request.headers.authorization)
      if (given !== undefined) request.gateway = await authenticate(given.name, given.password, request.ip)
      return
    }
    if (access === 'device') {
      const token = bearerOf(request)
      if (token !== undefined) request.device = await deviceOf(context, token)
      return
    }
    if (access === 'bridge') {
      const token = bearerOf(request)
      if (token !== undefined) request.bridge = await bridgeOf(context, token)
      return
    }
    const apiToken = bearerOf(request) ?? request.headers['access-token']
    if (typeof apiToken === 'string' && apiToken.startsWith(tokenPrefix)) {
      request.session = await openToken(context, apiToken, request.ip)
      return
    }
    const { 'access-token': accessToken = cookieOf(request, 'session'), 'access-email': accessEmail } = request.headers
    if (typeof accessToken !== 'string' || typeof accessEmail !== 'string' || accessToken === '') return
    request.session = await openSession(context, { accessToken, accessEmail })
  })
}

function basic(header: string | undefined): { name: string; password: string } | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}
