/** The page before sign-in: a calm form, and beside it what the system is about. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '@endcap/contract/vocabulary'
import { changeLanguage, storedLanguage } from '../i18n/i18n.ts'
import { Mark } from '../ui/Mark.tsx'
import { Message } from '../ui/Message.tsx'
import { NativeSelect } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './sign-in.module.css'

export function SignInFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={styles.signIn}>
      <main className={styles.signInForm}>
        {children}
        <label style={{ marginTop: 28, color: 'var(--ink-3)', fontSize: 12 }}>
          <span className={helpers.screenReader}>{t('session.language')}</span>
          <NativeSelect
            style={{ width: 110 }}
            value={storedLanguage()}
            onChange={(event) => void changeLanguage(languages.find((one) => one === event.target.value) ?? 'en_US')}
          >
            <option value="en_US">English</option>
            <option value="ja_JP">日本語</option>
            <option value="ko_KR">한국어</option>
          </NativeSelect>
        </label>
      </main>
      <aside className={styles.signInArt} aria-hidden="true">
        <ShelfEdge tagline={t('session.tagline')} />
      </aside>
    </div>
  )
}
export const Brand = () => (
  <div style={{ display: 'flex', alignItems: 'center', gap: 9, fontWeight: 650, fontSize: 15, marginBottom: 6 }}>
    <Mark />
    Endcap
  </div>
)

/** Why the sign-in is refused. */
export const SignInProblem = ({ title, text }: { title: string; text: string }) => (
  <Message role="alert" style={{ margin: 0 }}>
    <span>
      <b>{title}</b> · {text}
    </span>
  </Message>
)

/** A label on its rail: ink on paper with one spot colour. */
function ShelfEdge({ tagline }: { tagline: string }) {
  const bars = [2, 1, 3, 1, 1, 2, 1, 3, 2, 1, 1, 1, 2, 3, 1, 1, 2, 1, 3, 1, 2, 1, 1, 2]
  let x = 44
  return (
    <svg viewBox="0 0 460 330" role="img">
      <rect x="0" y="232" width="460" height="26" rx="3" fill="var(--line-2)" />
      <rect x="0" y="232" width="460" height="5" rx="2" fill="var(--ctl-line)" opacity=".5" />
      <rect x="14" y="36" width="432" height="212" rx="12" fill="var(--surface)" stroke="var(--line-2)" />
      <rect x="30" y="52" width="400" height="180" fill="#F2F1EB" />
      <g fill="#161616" fontFamily="var(--f-ui)">
        <text x="44" y="86" fontSize="23" fontWeight="700">
          Hokkaido Milk 1 l
        </text>
        <text x="44" y="108" fontSize="13" fill="#444">
          Kitasato Dairy
        </text>
        <rect x="44" y="122" width="84" height="22" fill="#C8281E" />
        <text x="52" y="138" fontSize="14" fontWeight="700" fill="#F2F1EB">
          SPECIAL
        </text>
        <text x="416" y="206" fontSize="96" fontWeight="800" textAnchor="end" fill="#C8281E" letterSpacing="-4">
          198
        </text>
        <text x="240" y="160" fontSize="36" fontWeight="700" textAnchor="end" fill="#C8281E">
          ¥
        </text>
        {bars.map((width, index) => {
          const place = x
          x += width * 2 + 2
          // oxlint-disable-next-line react/no-array-index-key -- a fixed drawing
          return <rect key={index} x={place} y="164" width={width * 1.6} height="34" />
        })}
        <text x="44" y="214" fontSize="12" fontFamily="var(--f-mono)">
          4984101147641
        </text>
      </g>
      <text x="230" y="304" textAnchor="middle" fontSize="14" fill="var(--ink-2)" fontFamily="var(--f-ui)">
        {tagline}
      </text>
    </svg>
  )
}
