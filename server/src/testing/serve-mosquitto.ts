/** Mosquitto for whole-system tests: the first message names the gateways with their secrets; lives as long as its starter. */
import { startMosquitto } from './mosquitto.ts'

process.once('message', (gateways: Record<string, string>) => {
  void startMosquitto(gateways).then((broker) => {
    process.send?.(
      broker === undefined ? { missing: 'Mosquitto is not installed: apt-get install mosquitto' } : { url: broker.url, port: broker.port },
    )
    const stop = () => void (broker?.stop() ?? Promise.resolve()).then(() => process.exit(0))
    process.on('disconnect', stop)
    process.on('SIGTERM', stop)
    process.on('SIGINT', () => undefined)
  })
})
