/** Options that are whole numbers, each as `--name N`. @throws Error with `usage` for any other, and for one below `least` */
export function readNumbers(argv, { defaults, usage, least = 1 }) {
  const options = { ...defaults };
  for (let index = 0; index < argv.length; index += 2) {
    const name = argv[index].replace(/^--/, '');
    const value = Number(argv[index + 1]);
    if (!(name in options) || !Number.isInteger(value) || value < least) throw new Error(usage);
    options[name] = value;
  }
  return options;
}
