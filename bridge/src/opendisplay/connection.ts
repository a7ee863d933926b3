/** One connection to a panel: commands go out, answers are waited for. Every wait ends, and what is held of a panel that talks is bounded. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'
import type { End } from '../driver.ts'
import type { Clock } from '../clock.ts'
import { CodecError, createFrameParser, encodeFrame, parseAnswer, type Answer } from './codec.ts'
import { panelKey, pskCipher, pskIdentity } from './psk.ts'

type Reason = Extract<End, { outcome: 'failed' }>['reason']

/** Something went wrong with a panel. `reached` is false where it did not even answer. */
export class PanelError extends Error {
  readonly reason: Reason
  /** Whether trying again can help. */
  readonly again: boolean
  readonly reached: boolean
  constructor(message: string, { reason, again, reached = true }: { reason: Reason; again: boolean; reached?: boolean }) {
    super(message)
    this.reason = reason
    this.again = again
    this.reached = reached
  }
}

export interface Place {
  host: string
  /** Where it listens: for encryption this is already the other port. */
  port: number
  /** 16 bytes, where the connection is encrypted. */
  masterKey?: Uint8Array | undefined
}

/** Milliseconds that a panel has to take a connection. */
export const connectMs = 10_000
/** Answers that no call waits for, one after the other, and those that are held: more is not talk but noise. */
const maxUnsolicited = 200
const maxBufferedAnswers = 64

export interface Connection {
  send(command: Uint8Array): void
  /** The next answer that `isExpected` says true to; others before it are passed over. Ends the connection where none comes in time. */
  answer(isExpected: (answer: Answer) => boolean, ms: number, what: string): Promise<Answer>
  close(): void
  readonly closed: boolean
}

interface Waiting {
  isExpected: (answer: Answer) => boolean
  resolve(answer: Answer): void
  reject(error: Error): void
  passed: number
}

/** Connects, unless `ended` comes first. */
export async function connect(place: Place, clock: Clock, ended?: AbortSignal): Promise<Connection> {
  const socket = await openSocket(place, clock, ended)
  socket.setNoDelay(true)
  return talk(socket, clock)
}

function openSocket({ host, port, masterKey }: Place, clock: Clock, ended?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      forget()
      ended?.removeEventListener('abort', giveUp)
      socket.destroy()
      reject(new PanelError(why, { reason: 'tag-silent', again: true, reached: false }))
    }
    const forget = clock.after(connectMs, () =>
      fail(formatDeviceMessage('noConnection', { place: `${host}:${port}`, seconds: connectMs / 1000 })),
    )
    const giveUp = () => fail('The connection is not wanted any more')
    const broken = (error: Error) => fail(formatDeviceMessage('notReached', { place: `${host}:${port}`, why: error.message }))
    const shut = () => fail(formatDeviceMessage(masterKey === undefined ? 'closes' : 'wrongKeyPerhaps', { place: `${host}:${port}` }))
    const opened = () => {
      forget()
      ended?.removeEventListener('abort', giveUp)
      socket.off('error', broken).off('close', shut)
      resolve(socket)
    }
    const socket = masterKey === undefined ? connectPlain({ host, port }, opened) : encrypted({ host, port, masterKey }, opened)
    socket.on('error', broken).on('close', shut)
    ended?.addEventListener('abort', giveUp)
  })
}

function encrypted({ host, port, masterKey }: Required<Omit<Place, 'masterKey'>> & { masterKey: Uint8Array }, opened: () => void): Socket {
  const psk = panelKey(masterKey)
  return connectEncrypted(
    {
      host,
      port,
      pskCallback: () => ({ psk, identity: pskIdentity }),
      ciphers: pskCipher,
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
      // The key that both have is the proof of who it is: there are no certificates.
      checkServerIdentity: () => undefined,
    },
    opened,
  )
}

function talk(socket: Socket, clock: Clock): Connection {
  const parser = createFrameParser()
  let held: Answer[] = []
  let waiting: Waiting | undefined
  let ended: PanelError | undefined
  let answered = false
  const end = (error: PanelError) => {
    if (ended !== undefined) return
    ended = error
    held = []
    socket.destroy()
    waiting?.reject(error)
    waiting = undefined
  }
  const take = (answer: Answer) => {
    if (waiting === undefined) {
      held.push(answer)
      if (held.length > maxBufferedAnswers) end(noise())
    } else if (waiting.isExpected(answer)) {
      const { resolve } = waiting
      waiting = undefined
      resolve(answer)
    } else if (++waiting.passed > maxUnsolicited) end(noise())
  }
  socket.on('data', (bytes) => {
    if (ended !== undefined) return
    answered = true
    try {
      for (const payload of parser.push(bytes)) if (ended === undefined) take(parseAnswer(payload))
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      end(new PanelError(error.message, { reason: 'tag-refused', again: true }))
    }
  })
  // A panel that is with another client takes a connection and closes it before it says a word.
  const lost = (why: string) =>
    end(new PanelError(why, { reason: answered ? 'transfer-timeout' : 'tag-silent', again: true, reached: answered }))
  socket.on('error', (error) => lost(`The connection broke: ${error.message}`))
  socket.on('close', () => lost('The panel closed the connection'))
  return {
    send(command) {
      if (ended !== undefined) throw ended
      socket.write(encodeFrame(command))
    },
    answer(isExpected, ms, what) {
      return new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended)
        const forget = clock.after(ms, () =>
          end(new PanelError(formatDeviceMessage('noAnswerTo', { what, seconds: ms / 1000 }), { reason: 'transfer-timeout', again: true })),
        )
        const before = held
        held = []
        waiting = {
          isExpected,
          passed: 0,
          resolve: (answer) => (forget(), resolve(answer)),
          reject: (error) => (forget(), reject(error)),
        }
        for (const answer of before) take(answer)
      })
    },
    close() {
      end(new PanelError(formatDeviceMessage('wasClosed'), { reason: 'transfer-timeout', again: true }))
    },
    get closed() {
      return ended !== undefined
    },
  }
}
const noise = () => new PanelError(formatDeviceMessage('talks'), { reason: 'tag-refused', again: true })
/** The panel takes encrypted connections only, and its master key is not known. */
export const noKey = () => new PanelError(formatDeviceMessage('encrypted'), { reason: 'tag-refused', again: false })
