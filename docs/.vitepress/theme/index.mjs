// The default theme without its fonts: the site asks nobody else for anything, and little of itself.
export { default } from 'vitepress/theme-without-fonts';
