import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../shared/navigation/paths.ts'
import { access } from './access.queries.ts'

/** Links to creating another organization, if everybody may do so. */
export function NewOrganizationLink() {
  const { data } = useQuery(access)
  if (data?.signUp !== 'open') return null
  return <Link to={paths.newOrganization()}>New organization</Link>
}
