/** Keys and what they do, in groups: the body of a dialog that names them. */
import styles from './KeyHelp.module.css'

export interface KeyGroup {
  title: string
  /** Keys that do the same, and what that is, in words. */
  keys: readonly { keys: readonly string[]; does: string }[]
}

export function KeyHelp({ groups }: { groups: readonly KeyGroup[] }) {
  return (
    <div className={styles.keyHelp}>
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map((one) => (
              <div key={one.does}>
                <dt>
                  {one.keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{one.does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
