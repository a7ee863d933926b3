/** Who signed in and out with an account, and what failed, newest first: the own one's, or another's. */
import { Modal } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Button } from '../ui/Button.tsx'
import dialogStyles from '../form/dialog.module.css'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'

const step = 50

export function LoginHistoryModal({ email = 'me', name, onClose }: { email?: string; name?: string; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const [length, setLength] = useState(step)
  const query = useQuery({
    queryKey: ['logins', email, length],
    queryFn: ({ signal }) => api.members.loginHistory({ params: { email }, body: { length } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const title = name === undefined ? t('session.loginHistory') : `${t('session.loginHistory')} · ${name}`
  return (
    <Modal opened onClose={onClose} title={title} size="720px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Problem query={query} />
      <div className={tableStyles.grid} data-part="grid" style={{ maxHeight: 420 }} tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('session.time')}</th>
              <th scope="col">{t('session.event')}</th>
              <th scope="col">{t('session.address')}</th>
              <th scope="col">{t('session.email')}</th>
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
                <td className={helpers.mono}>{row.ip}</td>
                <td>{row.email}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data?.data.length === 0 && <Hint>{t('members.noLogins')}</Hint>}
      <div className={dialogStyles.modalFoot}>
        {data !== undefined && data.recordsFiltered > length && (
          <Button onClick={() => setLength(length + step)}>{t('members.moreLogins')}</Button>
        )}
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Modal>
  )
}
