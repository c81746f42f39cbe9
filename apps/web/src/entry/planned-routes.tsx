import { createRoute } from '@tanstack/react-router'
import { ComingPage } from '../shared/layout/ComingPage.tsx'
import { inside } from './roots.tsx'

const coming = (path: `/${string}`, title: string, description: string) =>
  createRoute({
    getParentRoute: inside,
    path,
    component: () => <ComingPage title={title} description={description} />,
  })

/** Screens that the menu knows and this version does not have. */
export const planned = [
  coming('/review', 'Review', 'Check the values that were read, and correct them.'),
  coming(
    '/etl',
    'ETL Pipelines',
    'Run a workflow on a schedule and write its results to a database.',
  ),
  coming('/task', 'Task Pipelines', 'Run a workflow on a schedule and write its results as files.'),
  coming('/app', 'App Deployments', 'Standalone unstructured data apps.'),
  coming('/settings', 'Platform', 'Keys, people and defaults of the organization.'),
  coming(
    '/settings/platform',
    'Platform Settings',
    'The keys with which scripts reach the platform.',
  ),
  coming('/users', 'User Management', 'Who belongs to the organization, and in which role.'),
  coming('/users/invite', 'Invite users', 'Invite people by e-mail into a role.'),
  coming('/users/edit', 'Edit user', 'Change the role of a member.'),
]
