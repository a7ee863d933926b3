/** Outgoing e-mail over SMTP. */
import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
}
export interface Mailer {
  /** False without mail settings: callers say so instead of promising mail. */
  enabled: boolean
  send(mail: Mail): Promise<void>
}

export function createMailer({ smtpUrl, from }: { smtpUrl: string | undefined; from: string }): Mailer {
  if (smtpUrl === undefined) return { enabled: false, send: () => Promise.reject(new Error('There are no mail settings')) }
  const transport = createTransport(smtpUrl)
  return {
    enabled: true,
    send: async (mail) => {
      await transport.sendMail({ from, ...mail })
    },
  }
}
