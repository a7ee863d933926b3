import { alarms as endpoints, type AlarmType } from '@endcap/contract/alarms'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { toEpoch, toEpochOrNull } from '../clock.ts'
import type { Context } from '../context.ts'
import { tablePage, textColumn, timeColumn } from '../db/table-page.ts'
import { bind } from '../http/bind.ts'

export function alarmRoutes(app: FastifyInstance, { db }: Context): void {
  bind(app, endpoints, {
    history: async ({ session, body }) => {
      // Alarms of no store are for those who have the whole chain.
      const query = db
        .selectFrom('alarms')
        .selectAll()
        .$if(session.stores !== 'all', (some) =>
          some.where('store_code', 'in', session.stores === 'all' || session.stores.length === 0 ? [''] : session.stores),
        )
      const page = await tablePage(query, body, {
        columns: {
          location: textColumn('store_code'),
          type: textColumn('type'),
          class: textColumn('class'),
          subject: textColumn('subject'),
          updatedAt: timeColumn('updated_at'),
        },
        dateColumn: sql.ref('updated_at'),
        defaultOrder: sql`updated_at desc`,
        tieBreak: sql`store_code, alarm_id desc`,
      })
      const data = page.data.map((row) => ({
        alarmId: row.alarm_id,
        location: row.store_code,
        // Only names of this list are ever raised.
        type: row.type as AlarmType,
        class: row.class,
        subject: row.subject,
        data: row.data,
        repeats: row.repeats,
        updatedAt: toEpoch(row.updated_at),
        clearedAt: toEpochOrNull(row.cleared_at),
      }))
      return { ...page, data }
    },
  })
}
