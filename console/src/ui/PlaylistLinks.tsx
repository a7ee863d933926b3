/** Playlists in a line, with the ways there. */
import { Link } from '@tanstack/react-router'
import { paths } from '../app/paths.ts'

interface Props {
  playlists: readonly { id: string; name: string }[]
  /** What the first link says, where that is more than the name. */
  first?: (name: string) => string
}
export const PlaylistLinks = ({ playlists, first = (name) => name }: Props) =>
  playlists.map(({ id, name }, place) => (
    <span key={id}>
      {place > 0 && ', '}
      <Link to={paths.playlist(id)} search={{}}>
        {place === 0 ? first(name) : name}
      </Link>
    </span>
  ))
