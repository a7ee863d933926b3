/** Registers gateways by a file: all of it is taken, or the lines that are wrong are named (specification 1 §5). */
import { CallError } from '@endcap/contract/client'
import type { IssuedSecret } from '@endcap/contract/gateway-registration'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import { WrongLines } from '../form/WrongLines.tsx'
import { Secrets } from './Secrets.tsx'
import { Hint } from '../ui/Hint.tsx'

/** Specification 1 §5: only these. The server looks, too. */
const allowed = /\.(csv|txt)$/i
const example = 'storeCode,gwMac,gwIndex,ip,dataChannel,eventChannel,channelGroupIndex'

export function PredefineModal({ close }: { close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const [file, setFile] = useState<File>()
  const [done, setDone] = useState<{ count: number; gateways: IssuedSecret[] }>()
  const [errors, setErrors] = useState<string[]>([])
  const submit = async () => {
    setErrors([])
    if (file === undefined || !allowed.test(file.name)) throw new Error(t('gateways.invalidFormat'))
    try {
      setDone(await api.gateways.predefine({ body: {}, file: { name: file.name, content: file } }))
    } catch (error) {
      if (error instanceof CallError) setErrors(error.answer.error ?? [])
      throw error
    }
  }
  return (
    <FormModal
      title={t('gateways.predefineTitle')}
      submit={t('gateways.upload')}
      onSubmit={submit}
      onClose={() => close(done !== undefined)}
      size="620px"
      disabled={file === undefined || done !== undefined}
    >
      {done === undefined ? (
        <>
          <FileDrop
            text={t('gateways.predefineDrop')}
            choose={t('gateways.chooseFile')}
            onFile={(chosen) => {
              setFile(chosen)
              setErrors([])
            }}
          />
          <Hint flush>
            {t('gateways.predefineHint')}
            <br />
            <code>{example}</code>
          </Hint>
        </>
      ) : (
        <>
          <p role="status" style={{ margin: 0 }}>
            {t('gateways.predefineDone', { count: done.count, fresh: done.gateways.length })}
          </p>
          {done.gateways.length > 0 && <Secrets list={done.gateways} />}
        </>
      )}
      <WrongLines label={t('gateways.wrongLines')} lines={errors} />
    </FormModal>
  )
}
