import { SearchOutlined } from '@ant-design/icons'
import { Input, Modal } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { type OfferedCommand, useOfferedCommands } from '../../shared/commands/commands.ts'
import { keysOf } from './keys-of.ts'
import { closeOverlay } from './palette-state.ts'
import { shownOfAGroup, usePaletteThings } from './palette-things.ts'
import './overlays.css'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Goes anywhere and does anything by a few typed letters. */
export function CommandPalette() {
  const offered = useOfferedCommands().filter(({ id }) => id !== 'palette')
  const [text, setText] = useState('')
  const things = usePaletteThings(text)
  const [place, setPlace] = useState(0)
  const found = search(text.trim() ? [...offered, ...things.commands] : offered, text)
  const chosen = found[Math.min(place, found.length - 1)]

  function run(command: OfferedCommand) {
    closeOverlay()
    command.run()
  }

  function handleKey(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      setPlace((place + step + found.length) % found.length)
    }
    if (event.key === 'Enter' && chosen) run(chosen)
  }

  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={560}
      style={{ top: 96 }}
      styles={{
        container: { padding: 0, overflow: 'hidden' },
        header: { position: 'absolute', margin: 0 },
      }}
      onCancel={closeOverlay}
      title={<span className="visually-hidden">Command palette</span>}
    >
      <Input
        autoFocus
        className="palette-input"
        variant="borderless"
        size="large"
        prefix={<SearchOutlined />}
        placeholder="Type a page, a project, a workflow or an action"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={chosen && `palette-${chosen.id}`}
        aria-label="Type a page, a project, a workflow or an action"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setPlace(0)
        }}
        onKeyDown={handleKey}
      />
      <Found commands={found} chosen={chosen} isSearching={things.isSearching} onRun={run} />
      {things.isIncomplete && (
        <p className="palette-note" role="status">
          Not everything could be searched just now.
        </p>
      )}
    </Modal>
  )
}

type FoundProps = {
  readonly commands: readonly OfferedCommand[]
  readonly chosen: OfferedCommand | undefined
  readonly isSearching: boolean
  readonly onRun: (command: OfferedCommand) => void
}

function Found({ commands, chosen, isSearching, onRun }: FoundProps) {
  if (commands.length === 0) {
    return (
      <p className="palette-nothing" role="status">
        {isSearching ? 'Searching …' : 'Nothing of that name.'}
      </p>
    )
  }
  return (
    <div id="palette-list" role="listbox" aria-label="Commands" className="palette-list">
      {commands.map((command, place) => (
        <div key={command.id}>
          {command.group !== commands[place - 1]?.group && (
            <div className="palette-group" role="presentation">
              {command.group}
            </div>
          )}
          <div
            id={`palette-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            className="palette-item"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onRun(command)}
            onKeyDown={(event) => event.key === 'Enter' && onRun(command)}
          >
            <span>{command.title}</span>
            {command.hint && <span className="palette-hint">{command.hint}</span>}
            {command.shortcut && <kbd>{keysOf(command.shortcut)}</kbd>}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Every typed word has to occur; groups keep their order, and names go before descriptions. */
function search(commands: readonly OfferedCommand[], text: string): OfferedCommand[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isIn = (where: string) => words.every((word) => where.toLowerCase().includes(word))
  const groups = [...new Set(commands.map(({ group }) => group))]
  return groups.flatMap((group) => {
    const ofGroup = commands.filter((command) => command.group === group)
    const named = ofGroup.filter(({ title }) => isIn(title))
    const described = ofGroup.filter(
      ({ title, hint = '' }) => !isIn(title) && isIn(`${title} ${hint}`),
    )
    // What is found was asked for a page at a time; the places and the deeds of the product are few.
    return [...named, ...described].slice(0, 2 * shownOfAGroup)
  })
}
