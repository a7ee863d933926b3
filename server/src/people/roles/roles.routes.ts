import { roles as endpoints } from '@endcap/contract/roles'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { notFound } from '../../platform/base/errors.ts'
import { allRoles, describeRole, findRole, removeRole, saveRole } from './roles.service.ts'

export function roleRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    list: async ({ session }) => ({ roleList: (await allRoles(db)).map((role) => describeRole(session, role)) }),
    get: async ({ params, session }) => {
      const role = await findRole(db, Number(params.roleId))
      if (role === undefined) throw notFound('This role does not exist.')
      return describeRole(session, role)
    },
    save: async ({ body, session }) => ({ ...done, role_id: await saveRole(context, session, body) }),
    remove: ({ params, session }) => removeRole(context, session, Number(params.roleId)).then(() => done),
  })
}
