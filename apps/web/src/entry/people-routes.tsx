import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admins, inside } from './roots.tsx'

/** The own profile, and what admins set. */
export const people = [
  createRoute({
    getParentRoute: inside,
    path: '/settings',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/SettingsHubPage.tsx'),
      'SettingsHubPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/settings/admin',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/AdminSettingsPage.tsx'),
      'AdminSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/profile',
    component: lazyRouteComponent(
      () => import('../features/organizations/ProfilePage.tsx'),
      'ProfilePage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/profile/account',
    component: lazyRouteComponent(
      () => import('../features/organizations/OwnAccountPage.tsx'),
      'OwnAccountPage',
    ),
  }),
] as const

/** Who belongs to the organization, and its keys: whoever else opens one of these is told that it is for admins. */
export const peopleForAdmins = [
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/platform',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/PlatformSettingsPage.tsx'),
      'PlatformSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/organization',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/OrganizationSettingsPage.tsx'),
      'OrganizationSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/groups',
    component: lazyRouteComponent(
      () => import('../features/organizations/groups/GroupListPage.tsx'),
      'GroupListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/api-keys',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/PlatformApiKeysPage.tsx'),
      'PlatformApiKeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/deployment-keys',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/GlobalKeysPage.tsx'),
      'GlobalKeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/audit',
    component: lazyRouteComponent(
      () => import('../features/organizations/audit/AuditPage.tsx'),
      'AuditPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/users',
    component: lazyRouteComponent(
      () => import('../features/organizations/people/UserListPage.tsx'),
      'UserListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/users/invite',
    component: lazyRouteComponent(
      () => import('../features/organizations/people/InviteUserPage.tsx'),
      'InviteUserPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/users/edit',
    component: lazyRouteComponent(
      () => import('../features/organizations/people/EditUserPage.tsx'),
      'EditUserPage',
    ),
  }),
] as const
