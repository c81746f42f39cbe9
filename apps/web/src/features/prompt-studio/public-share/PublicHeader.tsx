import { getSession } from '@recto/contract/organizations/session'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { setApiOrganization } from '../../../shared/api/address.ts'
import { readAs } from '../../../shared/api/requests.ts'
import { ProductMark } from '../../../shared/layout/ProductMark.tsx'
import { pageNavigation } from '../../../shared/navigation/page-navigation.ts'
import { paths, pathsOf } from '../../../shared/navigation/paths.ts'
import { CloneDialog } from '../share/CloneDialog.tsx'
import { useEditor } from '../state/editor-context.ts'
import { sharedPaths } from './SharedPage.tsx'

/** Organization of the session; nothing if nobody is signed in. */
export const organizationOfSession = readAs(
  getSession,
  { query: {} },
  ({ organization_id }) => organization_id ?? undefined,
)

/** Shows the name of a shared project, and lets the user clone it. */
export function PublicHeader({ shareId }: { readonly shareId: string }) {
  const { project } = useEditor()
  const { data: organization } = useQuery({ ...organizationOfSession, retry: false })
  return (
    <header className="studio-head">
      <ProductMark size={26} />
      <h1 title={project.description}>{project.name}</h1>
      <Tag>Read-only</Tag>
      <div className="studio-actions">
        <Link to={sharedPaths.analyzer(shareId)}>
          <Button>Output Analyzer</Button>
        </Link>
        {organization ? <CloneButton shareId={shareId} organization={organization} /> : <SignUp />}
      </div>
    </header>
  )
}

function SignUp() {
  const navigate = useNavigate()
  return (
    <Button type="primary" onClick={() => void navigate({ to: paths.landing() })}>
      Sign up to Clone
    </Button>
  )
}

type CloneProps = { readonly shareId: string; readonly organization: string }

function CloneButton({ shareId, organization }: CloneProps) {
  const { project } = useEditor()
  const [isOpen, setOpen] = useState(false)

  function open() {
    setApiOrganization(organization)
    setOpen(true)
  }

  return (
    <>
      <Button type="primary" onClick={open}>
        Clone
      </Button>
      {isOpen && (
        <CloneDialog
          source={{ shareId }}
          name={project.name}
          onClose={() => setOpen(false)}
          // A full page load separates the data of the public pages from that of a member.
          onCloned={(id) => pageNavigation.to(pathsOf(organization).project(id))}
        />
      )}
    </>
  )
}
