/**
 * A dialog that the address asks for: `?do=create` opens it with the screen, and again after a reload, until it is closed. Links and the
 * search lead straight to what people want to do.
 */
import { useNavigate } from '@tanstack/react-router'
import { useRouteSearch } from './route.ts'

interface AddressDialog {
  /** What the address asks for; screens know their own words and pass over others. */
  asked: unknown
  /** The dialog was closed: the address says no more of it. */
  settle: () => void
}

export function useAddressDialog(): AddressDialog {
  const { do: asked } = useRouteSearch()
  const navigate = useNavigate()
  const settle = () => void navigate({ to: '.', search: (now: object) => ({ ...now, do: undefined, field: undefined }), replace: true })
  return { asked, settle }
}
