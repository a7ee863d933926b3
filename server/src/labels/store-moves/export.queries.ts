/** A store as the lines of its file, read in slices. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { Kind } from './lines.ts'

/** Rows read in one statement. */
const sliceRows = 1000

interface Source {
  /** Names the row, and orders them. */
  key: RawBuilder<unknown>
  from: RawBuilder<unknown>
  data: RawBuilder<unknown>
}
const sourcesOf = (storeCode: string): [Kind, Source][] => [
  [
    'gateway',
    {
      key: sql`g.gw_mac`,
      from: sql`gateways g where g.store_code = ${storeCode}`,
      data: sql`jsonb_build_object('gwMac', g.gw_mac, 'gwIndex', g.gw_index, 'ip', g.ip, 'dataChannel', g.data_channel, 'eventChannel', g.event_channel,
        'channelGroupIndex', g.channel_group_index, 'config', g.config)`,
    },
  ],
  [
    'product',
    {
      key: sql`p.pr_code`,
      from: sql`products p where p.store_code = ${storeCode}`,
      data: sql`jsonb_build_object('prCode', p.pr_code, 'prInfo', to_jsonb(p.pr_info), 'layoutId', p.layout_id, 'nfc', p.nfc)`,
    },
  ],
  [
    'family',
    {
      key: sql`f.fm_pr_code`,
      from: sql`families f where f.store_code = ${storeCode}`,
      data: sql`jsonb_build_object('fmPrCode', f.fm_pr_code, 'prCodeList', to_jsonb(f.pr_codes), 'layoutId', f.layout_id, 'nfc', f.nfc)`,
    },
  ],
  [
    'secondCode',
    {
      key: sql`s.second_code`,
      from: sql`second_codes s where exists (select from products p where p.store_code = ${storeCode} and p.pr_code = s.pr_code)`,
      data: sql`jsonb_build_object('secondCode', s.second_code, 'prCode', s.pr_code, 'articleCode', s.article_code, 'saleCode', s.sale_code,
        'saleTypeCode', s.sale_type_code, 'insertionDate', s.insertion_date, 'cessationDate', s.cessation_date, 'deletionDate', s.deletion_date,
        'acquisitionDate', s.acquisition_date, 'modificationDate', s.modification_date, 'programName', s.program_name,
        'operatorName', s.operator_name, 'dbTrigger', s.db_trigger)`,
    },
  ],
  [
    'tag',
    {
      key: sql`t.tag_mac`,
      from: sql`tags t where t.store_code = ${storeCode}`,
      data: sql`jsonb_build_object('tagMac', t.tag_mac, 'barcode', t.barcode, 'tagType', t.tag_type, 'layoutId', t.layout_id, 'nfc', t.nfc,
        'fmPrCode', t.fm_pr_code, 'prCodeList', coalesce((select jsonb_agg(tp.pr_code order by tp.slot) from tag_products tp
          where tp.store_code = t.store_code and tp.tag_mac = t.tag_mac), '[]'))`,
    },
  ],
]

/** Everything of a store but its configuration, kind by kind. */
export async function* readStore(db: Db, storeCode: string): AsyncGenerator<{ kind: Kind; data: object }[]> {
  for (const [kind, { key, from, data }] of sourcesOf(storeCode)) {
    let after = ''
    for (;;) {
      const { rows } = await sql<{ key: string; data: object }>`select ${key} as key, ${data} as data from ${from} and ${key} > ${after}
        order by ${key} limit ${sliceRows}`.execute(db)
      if (rows.length > 0) yield rows.map((row) => ({ kind, data: row.data }))
      if (rows.length < sliceRows) break
      after = rows.at(-1)?.key ?? ''
    }
  }
}
