import type { ReactNode } from 'react'
import { GroupPicker, PeoplePicker } from './pickers.tsx'
import type { ChosenDeployers, DeployRight, SharingParty } from './sharing.ts'

type Props = {
  readonly right: DeployRight
  readonly people: readonly SharingParty[]
  readonly groups: readonly SharingParty[]
  readonly ownerIds: readonly number[]
  readonly value: ChosenDeployers
  onChange(value: ChosenDeployers): void
}

const openText =
  'Everyone in the organization can deploy it, because everything that it uses is shared with the organization.'

/** Enough to recognize the workflow by; the server names all that a user lacks. */
const maxNamedParts = 5

function privateText(parts: readonly string[]): string {
  const names = parts.slice(0, maxNamedParts).join(', ')
  const count = parts.length - maxNamedParts
  const remainder = count > 0 ? ` and ${count} more` : ''
  return `Owners, admins and people who can use all its parts can deploy it. Not shared with everyone: ${names}${remainder}.`
}

type SectionProps = { readonly right: DeployRight; readonly children?: ReactNode }

/** Says who may deploy a workflow. */
export function DeploySection({ right, children }: SectionProps) {
  const isOpen = right.privateParts.length === 0
  return (
    <section aria-label="May deploy" style={{ marginTop: 12 }}>
      <h4 style={{ margin: 0 }}>May deploy</h4>
      <p className="faint" style={{ marginTop: 4 }}>
        {isOpen ? openText : privateText(right.privateParts)}
      </p>
      {children}
    </section>
  )
}

/** Selects those who may deploy a workflow although they may not use all its parts. */
export function DeployerPicker({ right, people, groups, ownerIds, value, onChange }: Props) {
  const isOpen = right.privateParts.length === 0
  const isUnused = value.users.length + value.groups.length === 0
  return (
    <DeploySection right={right}>
      {!(isOpen && isUnused) && (
        <>
          <PeoplePicker
            label="People who may deploy"
            hint="They can give others keys to it, and run it on a schedule."
            excludedIds={ownerIds}
            knownPeople={right.users}
            initialPeople={people}
            value={value.users}
            onChange={(users) => onChange({ ...value, users })}
          />
          {groups.length > 0 && (
            <GroupPicker
              label="Groups that may deploy"
              groups={groups}
              value={value.groups}
              onChange={(next) => onChange({ ...value, groups: next })}
            />
          )}
        </>
      )}
    </DeploySection>
  )
}
