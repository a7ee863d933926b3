/** Outgoing e-mail. Without SMTP settings nothing is sent and `send` answers false; the caller says so. */
export interface Mail {
  to: string
  subject: string
  text: string
}
export interface Mailer {
  send(mail: Mail): Promise<boolean>
}
