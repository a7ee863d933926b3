/** The open sessions of the own account: where it is signed in, and the end of one or of all others. */
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { deviceName } from './device-name.ts'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import dialogStyles from '../form/dialog.module.css'
import helpers from '../ui/helpers.module.css'

export function SessionsModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const [problem, setProblem] = useState<string>()
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.session.sessions({ params: { email: 'me' } }, { signal }),
    gcTime: 0,
  })
  const sessions = query.data?.sessions ?? []
  const end = (sessionId?: string) => {
    setProblem(undefined)
    api.session
      .endSessions({ body: { email: 'me', ...(sessionId !== undefined && { sessionId }) } })
      .catch((error: unknown) => setProblem(errorText(error, t)))
      .finally(() => void query.refetch())
  }
  return (
    <Modal opened onClose={onClose} title={t('session.sessions')} size="560px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Problem query={query} />
      {problem !== undefined && <Message role="alert">{problem}</Message>}
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {sessions.map(({ sessionId, userAgent, ip, lastUsedAt, current }) => (
          <li
            key={sessionId}
            style={{ display: 'flex', gap: 12, alignItems: 'center', padding: '8px 0', borderBottom: '1px solid var(--line-2)' }}
          >
            <span style={{ flex: 1, minWidth: 0 }} title={userAgent}>
              <b>{deviceName(userAgent)}</b>
              {current && ` · ${t('newPassword.here')}`}
              <br />
              <small style={{ color: 'var(--ink-3)' }}>
                <span className={helpers.mono}>{ip}</span> · {t('newPassword.lastUsed', { time: formatTime(lastUsedAt) })}
              </small>
            </span>
            {!current && (
              <Button aria-label={t('newPassword.endNamed', { device: deviceName(userAgent) })} onClick={() => end(sessionId)}>
                {t('newPassword.endOne')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {query.data !== undefined && sessions.length <= 1 && <Hint>{t('newPassword.noOthers')}</Hint>}
      <div className={dialogStyles.modalFoot}>
        {sessions.length > 1 && <Button onClick={() => end()}>{t('newPassword.endOthers')}</Button>}
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Modal>
  )
}
