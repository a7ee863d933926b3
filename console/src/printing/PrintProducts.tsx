/** Puts the products that are ticked in a list into the print list of their store, and opens it. */
import type { Product } from '@endcap/contract/products'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../app/paths.ts'
import { useStoreCode } from '../app/route.ts'
import { useSession } from '../app/services.ts'
import type { ActionProps } from '../table/spec.ts'
import { keepList, readList, withProduct } from './list.ts'

export function PrintProducts({ rows, close }: ActionProps<Pick<Product, 'prCode'>>) {
  const storeCode = useStoreCode()
  const { email } = useSession().user
  const navigate = useNavigate()
  const isDone = useRef(false)
  useEffect(() => {
    // One press adds them one time.
    if (isDone.current) return
    isDone.current = true
    // What is in the list stays: a chosen product is one more label.
    const list = rows.reduce((now, { prCode }) => withProduct(now, prCode).list, readList(email, storeCode))
    keepList(email, storeCode, list)
    close(false)
    void navigate({ to: paths.printList(storeCode), search: {} })
  }, [rows, close, email, storeCode, navigate])
  return null
}
