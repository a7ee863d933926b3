import { expect, test } from 'vitest'
import { createMailServer, listenForMail } from '../../testing/mail-server.ts'
import { createMailer } from './mailer.ts'

test('mail reaches a real mail server', async () => {
  const received: string[] = []
  const server = createMailServer((mail) => void received.push(mail))
  const port = await listenForMail(server)
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'endcap@shop.example' })
  await mailer.send({ to: 'mika@shop.example', subject: '価格', text: 'Hello' })
  expect(received[0]).toContain('To: mika@shop.example')
  expect(received[0]).toContain('From: endcap@shop.example')
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

test('without settings nothing is promised', async () => {
  const mailer = createMailer({ smtpUrl: undefined, from: 'a@b.c' })
  expect(mailer.enabled).toBe(false)
  await expect(mailer.send({ to: 'a@b.c', subject: '', text: '' })).rejects.toThrow('no mail settings')
})
