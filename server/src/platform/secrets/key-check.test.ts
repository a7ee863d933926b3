import { expect, test } from 'vitest'
import { readConfig } from '../base/config.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { checkSecretKey } from './key-check.ts'

const { context } = await startTestApp()
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const start = (env: Record<string, string>) =>
  checkSecretKey({ ...context.context, config: readConfig({ ENDCAP_DATA: context.context.config.dataFolder, ...env }) })

test('a server whose key does not open what is there does not start, until it is told that the old key is lost', async () => {
  await Promise.all([start({ ENDCAP_SECRET_KEY: key(1) }), start({ ENDCAP_SECRET_KEY: key(1) })])
  await start({ ENDCAP_SECRET_KEY: key(1) })
  await expect(start({ ENDCAP_SECRET_KEY: key(2) })).rejects.toThrow(
    'The secrets in this database were sealed with another key than that of ENDCAP_SECRET_KEY. Servers that share a database need the same ENDCAP_SECRET_KEY',
  )
  await expect(start({})).rejects.toThrow(`than that of secret.key in ${context.context.config.dataFolder}`)
  await start({ ENDCAP_SECRET_KEY: key(2), ENDCAP_NEW_SECRET_KEY: 'true' })
  await start({ ENDCAP_SECRET_KEY: key(2) })
  await expect(start({ ENDCAP_SECRET_KEY: key(1) })).rejects.toThrow('another key')
})
