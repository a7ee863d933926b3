/** /plus/v1/brand: colours and fonts of the chain, which every editor of displays offers. */
import { useTranslation } from 'react-i18next'
import { useCan, useSession } from '../app/services.ts'
import { useBrandQuery } from '../data/brand.ts'
import { Hint } from '../ui/Hint.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Problem } from '../ui/Problem.tsx'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { BrandColours } from './BrandColours.tsx'
import { BrandFonts } from './BrandFonts.tsx'
import styles from './brand.module.css'

export function BrandScreen() {
  const { t } = useTranslation()
  const query = useBrandQuery()
  const ofAll = useSession().user.enableWholeStore
  const mayWrite = useCan()('plus.write')
  const readOnly = !mayWrite || !ofAll
  return (
    <>
      <PageHead>
        <h1>{t('nav.brand')}</h1>
      </PageHead>
      <Problem query={query} />
      {query.data === undefined && query.isPending && <ScreenWaits />}
      {query.data !== undefined && (
        <div className={styles.page}>
          {mayWrite && !ofAll && <Hint>{t('brand.ofAll')}</Hint>}
          <BrandColours colours={query.data.colourList} version={query.data.version} readOnly={readOnly} />
          <BrandFonts fonts={query.data.fontList} readOnly={readOnly} />
        </div>
      )}
    </>
  )
}
