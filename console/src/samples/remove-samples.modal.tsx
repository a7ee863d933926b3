/** Takes the sample products of a store away: the dialog names what goes, what turns blank and what stays. */
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Hint } from '../ui/Hint.tsx'
import { notifyAbout } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { useSamples } from './use-samples.ts'
import dialogStyles from '../form/dialog.module.css'

export function RemoveSamples({ storeCode, close }: { storeCode: string; close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const queries = useQueryClient()
  const found = useSamples(storeCode)
  const { prCodeList = [], held = 0, tagCount = 0, sharedCount = 0 } = found.data ?? {}
  const going = prCodeList.length - held
  const barred = tagCount > 0 && !can('tag.write')
  const submit = async () => {
    const { removed, tagCount: blanked, taskId } = await api.samples.remove({ body: { storeCode } })
    const text = [t('samples.removed', { count: removed }), blanked > 0 && t('samples.blanked', { count: blanked })]
    void notifyAbout(
      undefined,
      text.filter((one) => one !== false).join(' '),
      ...(taskId === null ? [] : [{ to: paths.task(storeCode, taskId, 'DEASSIGN'), text: t('state.done.task', { id: taskId }) }]),
    )
    await Promise.all([['products', storeCode], ['tags', storeCode], ['stores']].map((queryKey) => queries.invalidateQueries({ queryKey })))
    close(true)
  }
  return (
    <FormModal
      title={t('samples.remove.title')}
      submit={t('samples.remove.submit')}
      danger
      disabled={going === 0 || barred}
      why={barred ? t('samples.remove.barred') : undefined}
      onClose={() => close(false)}
      onSubmit={submit}
    >
      <div className={dialogStyles.form} aria-busy={found.isLoading}>
        <Problem query={found} />
        {found.isLoading && <Hint flush>{t('common.loading')}</Hint>}
        {found.data !== undefined && going === 0 && <p style={{ margin: 0 }}>{t('samples.remove.none')}</p>}
        {going > 0 && (
          <>
            <p style={{ margin: 0 }}>{t('samples.remove.text', { count: going })}</p>
            <p style={{ margin: 0 }}>
              {tagCount === 0 ? t('samples.remove.noLabels') : t('samples.remove.labels', { count: tagCount })}
              {sharedCount > 0 && ` ${t('samples.remove.shared', { count: sharedCount })}`}
            </p>
          </>
        )}
        {held > 0 && <p style={{ margin: 0 }}>{t('samples.remove.held', { count: held })}</p>}
      </div>
    </FormModal>
  )
}
