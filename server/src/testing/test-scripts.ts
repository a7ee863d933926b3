/** What tests of scripts begin with: a store with an administrator's hand on its scripts, its products, and files for it. */
import type { FastifyInstance } from 'fastify'
import { caller, seedAccount, seedStore, sendFile } from './seed.ts'
import type { TestContext } from './test-context.ts'

/** Addresses of the scripts, as the specification has them. */
export const scriptPaths = {
  'product-file-parser': '/product/file/parser',
  'paper-parser': '/paper/parser',
  'tag-data-decorator': '/tag/decorator',
  'plus-data-decorator': '/plus/decorator',
} as const

/** prInfo up to its last value. */
export const filled = (prInfo: unknown): string[] => {
  const values = Array.isArray(prInfo) ? prInfo.map(String) : []
  return values.slice(0, values.findLastIndex((value) => value !== '') + 1)
}

/** `prefix` keeps the stores of several tests apart. */
export function createScripts({ context }: TestContext, app: FastifyInstance, root: Parameters<typeof caller>[1], prefix: string) {
  const api = caller(app, root)
  let stores = 0
  return {
    api,
    newStore: async (more: object = {}) => {
      const storeCode = `${prefix}${++stores}`
      await seedStore(context, storeCode, more)
      return storeCode
    },
    /** An account of this store that may write settings and products. */
    manager: (storeCode: string) =>
      seedAccount(context, {
        email: `${storeCode.toLowerCase()}@test.example`,
        stores: [storeCode],
        privileges: ['setting.read', 'setting.write', 'product.read', 'product.write'],
      }),
    save: (kind: keyof typeof scriptPaths, storeCode: string, code: string, more: object = {}) =>
      api('POST', `${scriptPaths[kind]}/store/${storeCode}`, { code, ...more }),
    upload: async (url: string, storeCode: string, name: string, content: string | Buffer) => {
      return sendFile<Record<string, unknown> & { error?: string[] }>(app, root, url, { name, content }, { storeCode })
    },
    product: async (storeCode: string, prCode: string) => {
      const { body } = await api('GET', `/product/${prCode}/store/${storeCode}`)
      return { ...body, prInfo: filled(body.prInfo) }
    },
    alarms: async (storeCode: string) =>
      (await context.db.selectFrom('alarms').selectAll().where('store_code', '=', storeCode).where('cleared_at', 'is', null).execute()).map(
        ({ type, subject, data }) => ({ type, subject, ...data }),
      ),
  }
}
