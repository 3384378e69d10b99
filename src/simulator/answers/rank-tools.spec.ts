import { describe, expect, it } from 'vitest';
import { fittingTools } from './rank-tools.js';

/** As coding agents offer them: names, and the beginnings of descriptions that go on for pages. */
const TOOLS = [
  [
    'Task',
    'Launch a new agent to handle complex, multi-step tasks autonomously. Use it for searching files.',
  ],
  ['Bash', 'Executes a given bash command in a persistent shell session. List files with the LS tool.'],
  ['Glob', '- Fast file pattern matching tool that works with any codebase size'],
  ['LS', 'Lists files and directories in a given path. The path must be absolute.'],
  ['Read', 'Reads a file from the local filesystem. Hi there is fine.'],
  ['Write', 'Writes a file to the local filesystem.'],
  ['TodoWrite', 'Use this tool to create and manage a structured task list for your current coding session.'],
  ['WebSearch', '- Allows Claude to search the web and use the results'],
  ['ExitPlanMode', 'Use this tool when you are in plan mode and have finished presenting your plan'],
  ['AskUserQuestion', 'Use this tool when you need to ask the user questions during execution.'],
  ['ask_followup_question', 'Ask the user a question to gather additional information.'],
  ['new_task', 'This will let you create a new task instance in the chosen mode.'],
  ['consult', 'Delegates the question to a sub-agent that knows the project.'],
  ['list_files', 'Request to list files and directories within the specified directory.'],
].map(([name = '', description = '']) => ({ name, description, parameters: {} }));

const namesFor = (question: string): string[] => fittingTools(TOOLS, question).map(({ name }) => name);

describe('the tools that fit a question', () => {
  it.each([
    'Hi',
    'Hi there',
    'What can you do?',
    'Fix the bug in main.py',
    'Write a haiku about autumn',
    'Launch an agent to do the task',
    'Create a new task for the agent',
    'I have a question for you',
    'What is the plan?',
    '你好',
    '',
  ])('are none for %j', (question) => {
    expect(namesFor(question)).toEqual([]);
  });

  it.each([
    ['List the files here', ['list_files']],
    ['Write a file hello.txt', ['Write']],
    ['search the web for cats', ['WebSearch']],
    ['Run the bash command ls', ['Bash']],
  ])('for %j are %j', (question, names) => {
    expect(namesFor(question)).toEqual(names);
  });

  it('are found by a description alone when two of its words were used', () => {
    const tools = [{ name: 'lookup', description: 'Finds the weather of a city', parameters: {} }];
    expect(fittingTools(tools, 'Which city has the best weather?')).toHaveLength(1);
    expect(fittingTools(tools, 'Which city is the largest?')).toHaveLength(0);
  });
});
