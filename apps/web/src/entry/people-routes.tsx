import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside } from './roots.tsx'

/** The own profile, the people of the organization, and what admins set. */
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
    path: '/settings/platform',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/PlatformSettingsPage.tsx'),
      'PlatformSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/settings/audit',
    component: lazyRouteComponent(
      () => import('../features/organizations/audit/AuditPage.tsx'),
      'AuditPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/users',
    component: lazyRouteComponent(
      () => import('../features/organizations/people/UserListPage.tsx'),
      'UserListPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/users/invite',
    component: lazyRouteComponent(
      () => import('../features/organizations/people/InviteUserPage.tsx'),
      'InviteUserPage',
    ),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/users/edit',
    component: lazyRouteComponent(
      () => import('../features/organizations/people/EditUserPage.tsx'),
      'EditUserPage',
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
