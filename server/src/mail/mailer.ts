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

export function createMailer({ smtpUrl, from }: { smtpUrl: string | undefined; from: string }): Mailer {
  if (smtpUrl === undefined) return { enabled: false, send: () => Promise.reject(new Error('There are no mail settings')) }
  const transport = createTransport({ url: smtpUrl, connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: answerMs })
  return {
    enabled: true,
    send: async (mail) => {
      await transport.sendMail({ from, ...mail })
    },
  }
}

/** Whether the mail server refused this recipient for good: trying again changes nothing. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
}
