/** The address that signs are pointed at: to be copied, or completed by who knows where the bridge runs. */
import { defaultSignPort, type Bridge } from '@endcap/contract/access-points'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCopied } from '../ui/copy.ts'
import { signAddress } from './words.ts'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import styles from './access-points.module.css'

export function SignAddress({ bridge, storeCode }: { bridge: Bridge | undefined; storeCode: string }) {
  const { t } = useTranslation()
  const { host, rest } = signAddress(bridge, storeCode, location.hostname)
  const whole = `http://${host ?? t('accessPoints.bridgeHost')}${rest}`
  const [copied, copy] = useCopied(whole)
  return (
    <div className={styles.apSignAddress}>
      <code>{whole}</code>
      {host !== null && (
        <Button onClick={copy}>
          {copied ? <IconCheck size={15} stroke={1.7} /> : <IconCopy size={15} stroke={1.7} />}
          {t(copied ? 'accessPoints.copied' : 'accessPoints.copy')}
        </Button>
      )}
      {bridge !== undefined && bridge.signPort === null && <Hint flush>{t('accessPoints.defaultPort', { port: defaultSignPort })}</Hint>}
      {host === null && <Hint flush>{t(bridge?.own === true ? 'accessPoints.ownHostHint' : 'accessPoints.bridgeHostHint')}</Hint>}
    </div>
  )
}
