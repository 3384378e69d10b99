/** What each screen is given; one of a project or an organization has that id always. */
export interface ScreenProps {
  readonly projectId: string;
  readonly organizationId: string;
  /** The open row, where the path names one. */
  readonly rowId: string | undefined;
}
