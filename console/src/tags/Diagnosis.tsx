/** Why a tag stands as it stands, in words, with the one action that helps. */
import type { ResultOf } from '@endcap/contract/endpoint'
import type { tags } from '@endcap/contract/tags'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../ui/format.ts'
import { clsx } from 'clsx'
import noticeStyles from '../ui/notice.module.css'

type Detail = ResultOf<(typeof tags)['detail']>
type Cause = Detail['diagnosis']['cause']

const tones: Partial<Record<Cause, 'bad' | 'alarm'>> = {
  failed: 'bad',
  'gateway-offline': 'bad',
  'tag-missing': 'alarm',
  'not-confirmed': 'alarm',
}

export function Diagnosis({ diagnosis, tag }: Pick<Detail, 'diagnosis' | 'tag'>) {
  const { t } = useTranslation()
  const { cause, reason, detail, action, gatewayOfflineSince } = diagnosis
  return (
    <div className={clsx(noticeStyles.notice, tones[cause] !== undefined && noticeStyles[tones[cause]])} data-part="notice" role="status">
      <b>{t(`tags.cause.${cause === 'shown' && tag.confirmed === false ? 'delivered' : cause}`)}</b>
      {reason !== null && cause === 'failed' && <span>{t(`tags.reason.${reason}`)}. </span>}
      {cause === 'failed' && detail !== null && <span>{detail}. </span>}
      {cause === 'gateway-offline' && <span>{formatTime(gatewayOfflineSince)}. </span>}
      <span>{t(`tags.do.${action}`)}</span>
    </div>
  )
}
