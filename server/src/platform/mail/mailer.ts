/** Outgoing e-mail over SMTP. */
import { partsOf } from '@endcap/contract/typed-object'
import { connect, isIP } from 'node:net'
import { forbiddenAddress, guardedLookup, mayCall, ofMail, targetAt, type Destination } from '../outgoing/networks.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for each attempt to send it, so that a mail that arrives twice is known as one. */
  messageId?: string
}
export interface Mailer {
  /** False without mail settings: callers say so instead of promising mail. */
  enabled: boolean
  send(mail: Mail): Promise<void>
}

/** A mail server that does not answer holds up no longer than this. */
const answerMs = 20_000
const patience = { connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: answerMs }

/** The library is loaded with the first mail: many servers never send one. */
const loadMails = () => import('nodemailer')

export function createMailer({ smtpUrl, from }: { smtpUrl: string | undefined; from: string }): Mailer {
  if (smtpUrl === undefined) return { enabled: false, send: () => Promise.reject(new Error('There are no mail settings')) }
  const open = async () => (await loadMails()).createTransport({ url: smtpUrl, ...patience })
  let transport: ReturnType<typeof open> | undefined
  return {
    enabled: true,
    send: async (mail) => {
      transport ??= open()
      await (await transport).sendMail({ from, ...mail })
    },
  }
}

/** What was entered in the console is called only where the server may call; what the environment says is its operator's own word. */
const refusal = 'The server may not call this mail server: its operator can list it in ENDCAP_MAIL_HOSTS.'
const forbidden = () => Object.assign(new Error(refusal), { code: forbiddenAddress })
type Connected = { connection: ReturnType<typeof connect> }

function guardedSocket(host: string, port: number, listed: readonly Destination[], done: (error: Error | null, made?: Connected) => void) {
  const target = targetAt(host, port)
  const allows = (address: string) => mayCall(listed, target, address, ofMail)
  // What is written out as an address is not looked up.
  if (isIP(target.host) !== 0 && !allows(target.host)) return done(forbidden())
  const socket = connect({ ...target, lookup: guardedLookup(allows, refusal), timeout: answerMs })
  const failed = (error: Error) => done(error)
  const late = () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }))
  socket.once('error', failed).once('timeout', late)
  socket.once('connect', () => {
    socket.off('error', failed).off('timeout', late)
    done(null, { connection: socket })
  })
}

export interface SmtpServer {
  server: string
  port: number
  /** Signs in when there is a password, too. */
  account: string
  password: string | undefined
  ssl: boolean
  tls: boolean
  from: string
  /** May be called beside the usual (ENDCAP_MAIL_HOSTS). */
  listed: readonly Destination[]
}

/** Over a mail server given part by part; `send` answers what the server said. */
export function smtpMailer({ server, port, account, password, ssl, tls, from, listed }: SmtpServer) {
  const open = async () =>
    (await loadMails()).createTransport({
      host: server,
      port,
      secure: ssl,
      requireTLS: tls && !ssl,
      ...(password !== undefined && { auth: { user: account, pass: password } }),
      ...patience,
      getSocket: (_, done) => guardedSocket(server, port, listed, done),
    })
  let transport: ReturnType<typeof open> | undefined
  return {
    send: async (mail: Mail): Promise<string> => {
      transport ??= open()
      const { response } = await (await transport).sendMail({ from, ...mail })
      return response
    },
  }
}

/** Whether the mail server refused this recipient for good: trying again changes nothing. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = partsOf(error)
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
}
