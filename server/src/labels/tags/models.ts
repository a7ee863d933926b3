/** Models that an account may choose from. */
import type { Contract } from '@endcap/contract'
import type { ResultOf } from '@endcap/contract/endpoint'
import { allModels, modelOf, type Model } from '@endcap/label/models'
import { sql } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

type ReportedType = ResultOf<Contract['tags']['types']>['typeList'][number]

const specified = allModels().filter(({ tagType }) => tagType.length === 2)

/** Of the hundreds of other families those that stand in the account's stores: no account chooses from the rest. */
export async function listModels(db: Db, stores: Session['stores']): Promise<ReportedType[]> {
  const result = await sql<{ tagType: string }>`select distinct tag_type as "tagType" from tag_type_counts
    where tags > 0 and length(tag_type) > 2 and ${ofStores(stores, 'store_code')} order by 1`.execute(db)
  const others = result.rows.map(({ tagType }) => modelOf(tagType)).filter((model) => model !== undefined)
  return [...specified, ...others].map(toReportedType)
}
const toReportedType = ({ tagType, maker, name, size, drawingSize, width, height, palette, led, nfc, freezer }: Model): ReportedType => ({
  tagType,
  maker,
  name,
  size,
  drawingSize,
  width,
  height,
  palette,
  led,
  nfc,
  freezer,
})
