/** Serves the API, the console, the players and the push channel of one process. */
import { buildApp } from './app.ts'
import type { Context } from './platform/context.ts'
import { listeningPort } from './platform/base/listening-port.ts'
import { serveLayouts } from './platform/http/layout-port.ts'
import { createListeners } from './platform/http/listener.ts'
import { serveSockets } from './platform/http/sockets.ts'
import { playerPushPath, startPlayerPush } from './signage/display-api/player-push.ts'
import { startPush } from './overviews/push/push.ts'
import { answers } from './chain/servers/checks.ts'
import type { Monitor } from './chain/servers/monitor.ts'
import type { LiveCertificate } from './platform/tls/certificate.ts'
import type { OnStop } from './platform/base/undo.ts'

interface Opening {
  monitor: Monitor
  certificate: LiveCertificate | undefined
  onStop: OnStop
}
/** Why a port cannot be had, and what sets another one. */
const portProblem = (what: string, setting: string) => (error: unknown) => {
  throw new Error(`${what}: ${error instanceof Error ? error.message : ''}. Choose another with ${setting}.`)
}

export async function openHttp(context: Context, opening: Opening): Promise<{ url: string; pushPort: number | undefined }> {
  const { config, log } = context
  const { monitor, certificate, onStop } = opening
  const { host } = config
  const listeners = createListeners(certificate)
  const secure = certificate !== undefined
  const app = await buildApp(context, listeners)
  const push = startPush(context)
  onStop(() => app.close())
  onStop(() => push.stop())
  const players = startPlayerPush(context)
  onStop(() => players.stop())
  serveSockets(app.server, { '/push': push.sockets, [playerPushPath]: players.sockets })
  await app.listen({ port: config.port, host }).catch(portProblem(`The server cannot listen on port ${config.port}`, 'ENDCAP_PORT'))
  const pushPort = await push
    .listen(config.pushPort, host, listeners)
    .catch(portProblem(`The push channel cannot listen on port ${config.pushPort}`, 'ENDCAP_PUSH_PORT'))
  // No user is shut out when another program has the port: the console has the layouts, too.
  await serveLayouts(app, { port: config.layoutPort, host, listeners }).then(
    (layouts) => onStop(() => layouts.stop()),
    (error: unknown) =>
      log.warn({ err: error }, `Layouts have no port of their own: ${config.layoutPort} cannot be listened on (ENDCAP_LAYOUT_PORT).`),
  )
  const port = listeningPort(app.server)
  monitor.listens('http', port)
  monitor.add('api', answers({ host, port, path: '/health', code: 200, secure }))
  monitor.listens('push', pushPort)
  monitor.add('push', answers({ host, port: pushPort, path: '/', code: 426, secure }))
  return { url: `${secure ? 'https' : 'http'}://localhost:${port}`, pushPort }
}
