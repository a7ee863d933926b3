/** A menu in the head of a list, behind a button with words. */
import { Menu } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Button } from '../ui/Button.tsx'
import type { ReactNode } from 'react'

interface Props {
  label: string
  icon: Icon
  /** Without a frame. */
  ghost?: true
  /** Of what opens, pixels. */
  width: number
  /** Items. */
  children: ReactNode
}

export function HeadMenu({ label, icon: Sign, ghost, width, children }: Props) {
  return (
    <Menu position="bottom-end" shadow="md" width={width}>
      <Menu.Target>
        <Button look={ghost ? 'ghost' : 'plain'}>
          <Sign size={15} stroke={1.7} />
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
