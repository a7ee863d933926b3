/** The handheld's app, where an administrator has made a file of it the active one. */
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { notify } from '../ui/notify.ts'
import { Button } from '../ui/Button.tsx'

export function GetApp() {
  const { t } = useTranslation()
  const api = useApi()
  const { data } = useQuery({ queryKey: ['settings', '', 'offered'], queryFn: ({ signal }) => api.apps.offered({}, { signal }) })
  const app = data?.app ?? undefined
  if (app === undefined) return null
  const download = () =>
    api.apps
      .download({ params: { appId: app._id } })
      .then((content) => saveBlob(content, `mobile_${app.ver}.apk`))
      .catch((error: unknown) => void notify(errorText(error, t), 'bad'))
  return (
    <p style={{ textAlign: 'center', margin: '16px 0 0' }}>
      <Button onClick={() => void download()}>
        <IconDownload size={16} stroke={1.7} />
        {t('aisle.getApp', { ver: app.ver })}
      </Button>
    </p>
  )
}
