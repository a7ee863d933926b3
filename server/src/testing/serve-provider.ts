/** An OpenID provider for whole-system tests: told where to send people back and who they are, lives as long as its starter. */
import { startProvider } from './test-provider.ts'

const provider = await startProvider(JSON.parse(process.argv[2] ?? '{}') as Parameters<typeof startProvider>[0])
process.send?.({ issuer: provider.issuer })
const stop = () => void provider.stop().then(() => process.exit(0))
process.on('disconnect', stop)
process.on('SIGTERM', stop)
process.on('SIGINT', () => undefined)
