import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { pageNavigation } from '../../shared/navigation/page-navigation.ts'
import { paths } from '../../shared/navigation/paths.ts'
import type { Organization } from '../../shared/session/account.ts'
import { enterOrganization } from '../../shared/session/session.queries.ts'

type Props = { readonly organization: Organization; readonly onClose: () => void }

/** Asks for confirmation before switching to another organization. */
export function SwitchOrganization({ organization, onClose }: Props) {
  const name = organization.displayName

  async function handleConfirm() {
    await enterOrganization(organization.id)
    pageNavigation.to(paths.home())
  }

  return (
    <ConfirmDialog
      title={`Want to switch to ${name}?`}
      okText="Switch"
      fallback={`Could not switch to ${name}`}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      The page reloads and shows the projects of {name}.
    </ConfirmDialog>
  )
}
