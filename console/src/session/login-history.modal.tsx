/** The own login history, newest first. */
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { formatTime } from '../ui/format.ts'

const shownEntries = 50

export function LoginHistoryModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['logins'],
    queryFn: () => api.session.loginHistory({ params: { email: 'me' }, body: { length: shownEntries } }),
  })
  return (
    <Modal opened onClose={onClose} title={t('session.loginHistory')} size="560px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      {error !== null && <div className="msg">{errorText(error, t)}</div>}
      <div className="grid" style={{ maxHeight: 420 }}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('session.time')}</th>
              <th scope="col">{t('session.event')}</th>
              <th scope="col">{t('session.address')}</th>
            </tr>
          </thead>
          <tbody>
            {data?.data.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no id, and never move
              <tr key={index}>
                <td>{formatTime(row.updatedAt)}</td>
                <td>
                  {t(`session.${row.success ? (row.type === 0 ? 'LOGIN' : 'LOGOUT') : 'FAILURE'}`)}
                  {row.locked && ` · ${t('session.isLocked')}`}
                </td>
                <td className="mono">{row.ip}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  )
}
