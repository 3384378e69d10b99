import { describe, expect, it } from 'vitest';
import { viewOfTask } from '../../wire/openai/read-chat-view.js';
import { asksAtTheEnd, isForm } from './is-form.js';
import { readShape } from './request-shape.js';

describe('a form that a person may have filled', () => {
  it.each([
    'Car: 2011 Fiesta\nNoise: clicking on left turns\nworth fixing?',
    'Task: plan my Sunday\nMust: sport, laundry\nplease',
    '预算：三千\n用途：写作业\n买什么好？',
    'Please fix:\n- headline shorter\n- picture on the right',
    'Popraw:\n1. krótszy wstęp\n2. inny przykład',
  ])('is %j', (ask) => {
    expect(isForm(readShape(viewOfTask(ask)))).toBe(true);
  });

  it.each([
    ['a label waits for its answer', 'Text: we had soup\nMood: good\nLabel:'],
    [
      'it names its input',
      'Premise: it rains\nHypothesis: it is dry\nDoes the premise contradict the hypothesis?',
    ],
    ['its points have an input', 'Classify the text:\n- one label\n- no comment'],
    ['it is a talk without fields', 'we had soup\nit was cold'],
  ])('is none where %s', (_, ask) => {
    expect(isForm(readShape(viewOfTask(ask)))).toBe(false);
  });
});

describe('a question of its own at the end of a form', () => {
  it.each([
    ['Background: I inherited a piano\nOptions: sell, keep\nWhat would you do?', true],
    ['Noise: clicking\nCar: 2011 Fiesta\n\nworth fixing?', true],
    ['现状：月薪八千\n目标：存三万\n怎么分配？', true],
    ['Premise: it rains\nHypothesis: it is dry\nDoes the premise contradict the hypothesis?', false],
    ['Question 1: who pays?\nQuestion 2: who is to pay?\nAre these two questions the same?', false],
    ['Car: 2011 Fiesta\nQuestion: worth fixing?', false],
    ['Car: 2011 Fiesta\nNoise: clicking', false],
  ])('in %j: %s', (ask, isSo) => {
    expect(asksAtTheEnd({ ask })).toBe(isSo);
  });
});
