import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './pop-menu.css'

export type MenuItem = {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  /** Marks the current one among several. */
  readonly isSelected?: boolean
} & ({ readonly to: string } | { readonly href: string } | { onSelect(): void })

export type MenuSection = {
  readonly key: string
  readonly heading?: ReactNode
  readonly items: readonly MenuItem[]
}

type Props = {
  readonly label: string
  readonly className: string
  readonly sections: readonly MenuSection[]
  /** The side of the button on which the menu begins; the right one by default. */
  readonly side?: 'left' | 'right'
  /** Content of the button. */
  readonly children: ReactNode
}

/**
 * A button with a menu below it, for the mouse and for the arrow keys. The menu of antd is not
 * used: its items are list items with a link inside, which Enter does not follow, and which the
 * tests of the shell reject because such an item has no address.
 */
export function PopMenu({ label, className, sections, side = 'right', children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useClickOutside(frame, isOpen, () => setOpen(false))

  useEffect(() => {
    if (isOpen) itemsIn(frame.current)[0]?.focus()
  }, [isOpen])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  return (
    <div ref={frame} className="pop-menu">
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className="pop-menu-list"
          data-side={side}
          onKeyDown={(event) => moveFocus(event, frame.current, close)}
        >
          {sections.map((section) => (
            <Section key={section.key} section={section} onDone={close} />
          ))}
        </div>
      )}
    </div>
  )
}

type SectionProps = { readonly section: MenuSection; readonly onDone: () => void }

function Section({ section, onDone }: SectionProps) {
  return (
    <div className="pop-menu-section">
      {section.heading && <div className="pop-menu-heading">{section.heading}</div>}
      {section.items.map((item) => (
        <Item key={item.key} item={item} onDone={onDone} />
      ))}
    </div>
  )
}

function Item({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) {
  const shared = { className: 'pop-menu-item', tabIndex: -1, onClick: onDone }
  const content = (
    <>
      {item.icon && <span aria-hidden="true">{item.icon}</span>}
      {item.label}
    </>
  )
  if ('to' in item) {
    return (
      <Link role="menuitem" to={item.to} {...shared}>
        {content}
      </Link>
    )
  }
  if ('href' in item) {
    return (
      <a role="menuitem" href={item.href} {...shared}>
        {content}
      </a>
    )
  }

  function handleClick() {
    onDone()
    if ('onSelect' in item) item.onSelect()
  }
  const choice =
    item.isSelected === undefined
      ? { role: 'menuitem' }
      : { role: 'menuitemradio', 'aria-checked': item.isSelected }
  return (
    <button type="button" {...shared} {...choice} onClick={handleClick}>
      {content}
    </button>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const itemsIn = (frame: HTMLElement | null): HTMLElement[] => [
  ...(frame?.querySelectorAll<HTMLElement>('.pop-menu-item') ?? []),
]

function moveFocus(event: KeyboardEvent, frame: HTMLElement | null, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') close()
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const items = itemsIn(frame)
  const index = items.indexOf(document.activeElement as HTMLElement)
  items[(index + step + items.length) % items.length]?.focus()
}

function useClickOutside(
  frame: React.RefObject<HTMLElement | null>,
  isActive: boolean,
  act: () => void,
): void {
  useEffect(() => {
    if (!isActive) return
    const handlePointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !frame.current?.contains(target)) act()
    }
    document.addEventListener('pointerdown', handlePointerDown)
    return () => document.removeEventListener('pointerdown', handlePointerDown)
  })
}
