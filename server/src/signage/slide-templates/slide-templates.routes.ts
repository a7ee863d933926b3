import { slideTemplates as endpoints } from '@endcap/contract/slide-templates'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { copyTemplate } from './copy-template.ts'
import { listTemplates, searchTemplates } from './slide-templates.queries.ts'
import { importTemplates, readTemplate, removeTemplate, saveTemplate } from './slide-templates.service.ts'

export function slideTemplateRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: ({ params, body }) => searchTemplates(db, params.storeCode, body),
    list: async ({ params }) => ({ templateList: await listTemplates(db, params.storeCode) }),
    read: ({ params }) => readTemplate(db, params.storeCode, params.templateName),
    save: async ({ params, body: { size, show, create = false, rev } }) => ({
      ...done,
      ...(await saveTemplate(context, { storeCode: params.storeCode, name: params.templateName, size, show, create, rev })),
    }),
    import: async ({ params, body: { templates, overwrite } }) => ({
      ...done,
      templates: templates.length,
      devices: await importTemplates(context, params.storeCode, { templates, overwrite }),
    }),
    copy: async ({ session, params, body }) => ({
      ...done,
      storeList: await copyTemplate(context, session, { storeCode: params.storeCode, name: params.templateName, ...body }),
    }),
    remove: ({ params }) => removeTemplate(context, params.storeCode, params.templateName).then(() => done),
  })
}
