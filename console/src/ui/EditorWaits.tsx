/** An editor whose slides are not known: yet, or at all. */
import { Link } from '@tanstack/react-router'
import '../theme/slide-editor.css'
import { Problem } from './Problem.tsx'

interface Props {
  heading: string
  /** Of what failed. */
  query: { error: Error | null; refetch: () => unknown } | undefined
  /** There is no such thing. */
  unknown: string | undefined
  list: string
  toList: string
}

export function EditorWaits({ heading, query, unknown, list, toList }: Props) {
  const link = (
    <Link className="btn" to={list} search={{}} style={{ textDecoration: 'none' }}>
      {toList}
    </Link>
  )
  return (
    <div className="editor">
      <div className="ph">
        <h1>{heading}</h1>
      </div>
      {unknown !== undefined ? (
        <div className="msg" role="alert">
          <span className="grow">{unknown}</span>
          {link}
        </div>
      ) : (
        query !== undefined && <Problem query={query}>{link}</Problem>
      )}
      {query === undefined && (
        <div className="editor-parts" aria-busy="true">
          <div className="editor-main">
            <div className="skel" style={{ height: 96, margin: '0 16px 12px' }} />
            <div className="skel" style={{ height: 260, margin: '0 16px' }} />
          </div>
          <div className="editor-side">
            <div className="skel" style={{ height: 360, margin: 16 }} />
          </div>
        </div>
      )}
    </div>
  )
}
