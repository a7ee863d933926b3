/** What people ask of an access point itself: whether it is there, its clock, its channel, its log files, a restart. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { DriverError, type Driver } from '../driver.ts'
import { CallError } from './http.ts'
import { isClosed, isUp, plainError, type Session } from './session.ts'

/** Channels of its radio; 0 lets it choose. */
const channels = { first: 11, last: 26 }
const logFiles = ['log.txt', 'logold.txt']
/** A restart takes it a few seconds. */
const rebootMs = 60_000
const askAgainMs = 1000

interface AdministrationSetup {
  setTime(): Promise<void>
  /** It is away from now on, and is tried again. */
  lost(error: CallError): void
}
type Administration = Required<Pick<Driver, 'linkCheck' | 'setClock' | 'channel' | 'logs' | 'reboot'>>

const retryable = (message: string) => new DriverError(message, { retryable: true })
/** What fails may work a little later, unless it says something else. */
function failWithDriverError(error: unknown): never {
  throw error instanceof DriverError ? error : retryable(plainError(error))
}

/** These parts of a driver; each rejects with a DriverError. */
export function createAdministration(session: Session, { setTime, lost }: AdministrationSetup): Administration {
  const { clock, link, reported } = session
  return {
    async linkCheck() {
      reported.info = await link.describe().catch((error: unknown) => {
        throw retryable(plainError(error))
      })
    },
    setClock: () => setTime().catch(failWithDriverError),
    async channel(channel) {
      if (channel !== 0 && !(channel >= channels.first && channel <= channels.last))
        throw new DriverError(`Its radio has channels ${channels.first} to ${channels.last}`, { retryable: false, reason: 'unsupported' })
      try {
        await link.setChannel(channel, await link.config())
        reported.config = await link.config()
      } catch (error) {
        failWithDriverError(error)
      }
      if (channel !== 0 && reported.config.channel !== channel) throw retryable('The access point did not take the channel')
    },
    async logs() {
      const files: { name: string; content: Uint8Array }[] = []
      for (const name of logFiles) {
        const content = await link.log(name).catch(failWithDriverError)
        if (content !== undefined) files.push({ name, content })
      }
      return files
    },
    /** Over when it answers again. */
    async reboot() {
      await link.reboot().catch(failWithDriverError)
      lost(new CallError(formatDeviceMessage('startsAgain'), 'offline'))
      const until = clock.now() + rebootMs
      while (!isUp(session)) {
        if (isClosed(session) || clock.now() >= until) throw retryable('The access point has not come back after its restart')
        await new Promise<void>((next) => void clock.after(askAgainMs, next))
      }
    },
  }
}
