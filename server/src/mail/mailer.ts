/** Outgoing e-mail over SMTP. */
import { createTransport } from 'nodemailer'

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

export function createMailer({ smtpUrl, from }: { smtpUrl: string | undefined; from: string }): Mailer {
  if (smtpUrl === undefined) return { enabled: false, send: () => Promise.reject(new Error('There are no mail settings')) }
  const transport = createTransport({ url: smtpUrl, ...patience })
  return {
    enabled: true,
    send: async (mail) => {
      await transport.sendMail({ from, ...mail })
    },
  }
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
}

/** Over a mail server given part by part; `send` answers what the server said. */
export function smtpMailer({ server, port, account, password, ssl, tls, from }: SmtpServer) {
  const transport = createTransport({
    host: server,
    port,
    secure: ssl,
    requireTLS: tls && !ssl,
    ...(password !== undefined && { auth: { user: account, pass: password } }),
    ...patience,
  })
  return {
    send: async (mail: Mail): Promise<string> => {
      const { response } = await transport.sendMail({ from, ...mail })
      return response
    },
  }
}

/** Whether the mail server refused this recipient for good: trying again changes nothing. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
}
